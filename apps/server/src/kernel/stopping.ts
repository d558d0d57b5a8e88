/** The reason of the signal that a stopping server aborts: a call can tell it from a person who left. */
export const serverStops = new Error('the server stops');
