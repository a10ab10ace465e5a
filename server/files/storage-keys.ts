export const fileKey = (workspaceId: string, fileId: string) => `${workspaceId}/files/${fileId}`
export const mailKey = (workspaceId: string, mailId: string) => `${workspaceId}/mails/${mailId}`

export const shownEdge = 2560
/** The longest edges that pictures are made in. One that was ever made stays here, so that it goes with its file. */
export const pictureEdges = [shownEdge] as const
export type PictureEdge = (typeof pictureEdges)[number]

export const pictureKey = (workspaceId: string, fileId: string, edge: PictureEdge) =>
  `${workspaceId}/pictures/${fileId}-${edge}`
