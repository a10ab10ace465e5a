/** Whether it is in the clipboard: a browser may not give it to a page, and has none for one that came without encryption. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export const notCopied = 'The browser blocked copying'
