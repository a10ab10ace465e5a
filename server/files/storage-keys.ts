export const fileKey = (workspaceId: string, fileId: string) => `${workspaceId}/files/${fileId}`
/** Of what is on its way to be a file. */
export const partKey = (workspaceId: string, partId: string) => `${workspaceId}/parts/${partId}`
export const mailKey = (workspaceId: string, mailId: string) => `${workspaceId}/mails/${mailId}`

export const shownEdge = 2560
/** Of an article's picture, for screens of different sizes; of what is previewed where somebody links to it. */
export const pictureWidths = [480, 960, 1600] as const
/** Of a file in a grid of many. */
export const thumbnailEdge = pictureWidths[0]
export const cardWidth = 1200
/** The sizes that pictures are made in. One that was ever made stays here, so that it goes with its file. */
export const pictureEdges = [shownEdge, ...pictureWidths, cardWidth] as const
export type PictureEdge = (typeof pictureEdges)[number]

export const pictureKey = (workspaceId: string, fileId: string, edge: PictureEdge) =>
  `${workspaceId}/pictures/${fileId}-${edge}`

/** A picture of the media library in one of its sizes, cuts and formats. */
export const variantKey = (workspaceId: string, variantId: string) => `${workspaceId}/variants/${variantId}`
