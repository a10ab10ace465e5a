export function readCookie(header: string | null, name: string) {
  const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`))
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}
