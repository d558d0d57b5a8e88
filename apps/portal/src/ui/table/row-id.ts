/** The element that receives the focus when the detail of its row closes. */
export const buildRowId = (id: string) => `row-${id}`;
