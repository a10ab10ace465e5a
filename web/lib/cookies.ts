/** One cookie of a Cookie header. */
export function readCookie(header: string | null, name: string) {
  const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
