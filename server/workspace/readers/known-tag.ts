/** Whether the browser has this version. Compares ETags weakly (RFC 9110, section 13.1.2). */
export const isKnownTo = (tags: string | undefined, etag: string) =>
  tags?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
