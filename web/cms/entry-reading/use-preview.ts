import { CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { createEntryLink } from '#contract/content/entry-links.ts'
import { unsavedProblem } from '#web/lib/leaving/unsaved.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useToast } from '#web/ui/notice/toast.tsx'

type PreviewOptions = { idNow: () => string | undefined; language: string; flush: () => Promise<boolean> }

/** Opens the draft on the site, with a link that is valid for a day and reused. */
export function usePreview({ idNow, language, flush }: PreviewOptions) {
  const made = useRef<{ url: string; expiresAt: string }>(undefined)
  const showToast = useToast()

  async function linkTo(id: string) {
    if (made.current && Date.parse(made.current.expiresAt) > Date.now()) return { url: made.current.url }
    const { answer, problem } = await ask<typeof createEntryLink>('POST', '/api/v1/content-entries/:id/preview-links', {
      params: { id },
      body: { locale: language, days: 1 },
    })
    if (!answer?.url) return { why: problem?.detail ?? 'The model of this entry has no preview address.' }
    made.current = { url: answer.url, expiresAt: answer.expiresAt }
    return { url: answer.url }
  }

  return async () => {
    // Browsers open a page only while a key or a button is pressed; where it leads is known later.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    const id = (await flush()) ? idNow() : undefined
    const { url, why } = id ? await linkTo(id) : { why: unsavedProblem('The draft is not shown').detail }
    if (url && tab) tab.location.replace(url)
    else tab?.close()
    if (!url || !tab)
      showToast({ icon: CircleAlert, text: why ?? 'The browser opened no page. Allow it to, and try again.' })
  }
}
