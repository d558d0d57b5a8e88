/** The element that takes the focus back when the detail of its row closes. */
export const buildRowId = (id: string) => `row-${id}`;
