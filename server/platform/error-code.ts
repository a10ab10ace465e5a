/** Returns the code of an error of Node, PostgreSQL or DNS, such as ENOENT. Returns undefined if there is none. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
