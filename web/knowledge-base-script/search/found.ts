let reading: AbortController | undefined

/** The address of what is found by words. */
export function addressOf(form: HTMLFormElement, words: string): URL {
  const url = new URL(form.action)
  if (words.trim()) url.searchParams.set('q', words.trim())
  return url
}

/**
 * The page at an address. Undefined where it could not be read, or where another was asked for since: what was asked before
 * never takes the place of what was asked last.
 */
export async function readPage(url: URL): Promise<Document | undefined> {
  reading?.abort()
  reading = new AbortController()
  const { signal } = reading
  try {
    const answer = await fetch(url, { signal })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
  } catch {
    return undefined
  }
}

export const stopReading = () => reading?.abort()

/** Which result helped is told without holding up who opens it. */
export function reportOpened(article: string) {
  void fetch('/api/v1/knowledge-base/search-log/opened', {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ article }),
  }).catch(() => {})
}
