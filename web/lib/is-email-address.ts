/** Whether a text looks like an address. Whether there is somebody, the server and the mail will say. */
export const isEmailAddress = (text: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(text)
