export const fileKey = (workspaceId: string, fileId: string) => `${workspaceId}/files/${fileId}`
export const mailKey = (workspaceId: string, mailId: string) => `${workspaceId}/mails/${mailId}`
