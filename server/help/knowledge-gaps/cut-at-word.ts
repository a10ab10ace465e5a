/** Cuts a line to a maximum length, at the end of a word if possible. */
export function cutAtWord(line: string, most: number): string {
  if (line.length <= most) return line
  const end = line.lastIndexOf(' ', most)
  return end > most / 2 ? line.slice(0, end) : [...line.slice(0, most)].join('')
}
