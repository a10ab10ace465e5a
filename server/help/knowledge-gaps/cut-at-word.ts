/** The beginning of a line that has at most so many letters, at the end of a word where one ends there. */
export function cutAtWord(line: string, most: number): string {
  if (line.length <= most) return line
  const end = line.lastIndexOf(' ', most)
  return end > most / 2 ? line.slice(0, end) : [...line.slice(0, most)].join('')
}
