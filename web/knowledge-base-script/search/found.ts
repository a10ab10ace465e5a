let reading: AbortController | undefined

export function addressOf(form: HTMLFormElement, words: string): URL {
  const url = new URL(form.action)
  if (words.trim()) url.searchParams.set('q', words.trim())
  return url
}

/** Returns undefined if the request failed or a later request replaced it. */
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

export function reportOpened(article: string) {
  void fetch('/api/v1/knowledge-base/search-log/opened', {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ article }),
  }).catch(() => {})
}
