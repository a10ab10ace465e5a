const mostBytes = 4096

/** Of what is written so far, as much as the API takes; a letter is not cut in two. */
export function askedText(subject: string, text: string) {
  const asked = `${subject.trim()}\n${text.trim()}`.trim()
  const { read } = new TextEncoder().encodeInto(asked, new Uint8Array(mostBytes))
  return asked.slice(0, read)
}

/** The language to look in: of those that the workspace writes in, the first that the reader prefers. */
export function preferredLanguage(preferred: readonly string[], written: readonly string[]): string {
  for (const wanted of preferred) {
    const found = written.find((language) => language === wanted) ?? written.find((it) => baseOf(it) === baseOf(wanted))
    if (found) return found
  }
  return written[0]!
}

const baseOf = (language: string) => language.split('-')[0]!.toLowerCase()
