export const fileKey = (workspaceId: string, fileId: string) => `${workspaceId}/files/${fileId}`
export const partKey = (workspaceId: string, partId: string) => `${workspaceId}/parts/${partId}`
export const mailKey = (workspaceId: string, mailId: string) => `${workspaceId}/mails/${mailId}`

export const shownEdge = 2560
export const pictureWidths = [480, 960, 1600] as const
export const thumbnailEdge = pictureWidths[0]
export const cardWidth = 1200
/** Every size that was ever in use. Never remove a size: deleting a file deletes only the sizes in this list. */
export const pictureEdges = [shownEdge, ...pictureWidths, cardWidth] as const
export type PictureEdge = (typeof pictureEdges)[number]

export const pictureKey = (workspaceId: string, fileId: string, edge: PictureEdge) =>
  `${workspaceId}/pictures/${fileId}-${edge}`

export const variantKey = (workspaceId: string, variantId: string) => `${workspaceId}/variants/${variantId}`
