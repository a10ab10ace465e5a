import { useRef, useState } from 'react'
import type { changeArticle } from '#contract/knowledge-base/articles.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

type AddressOptions = { saved: string; language: string; idNow: () => string | undefined }
export type Address = ReturnType<typeof useAddress>

export function useAddress({ saved, language, idNow }: AddressOptions) {
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState(0)
  const latest = useRef(typed)
  const saving = useRef<Promise<Problem | undefined>>(undefined)
  const refusal = useRef<Problem>(undefined)
  const refused = useRef<string>(undefined)
  const { write, problem, dismissProblem } = useWrite(
    (slug: string) =>
      ask<typeof changeArticle>('PATCH', '/api/v1/knowledge-base/articles/:id', {
        params: { id: idNow()! },
        body: { slug, language },
      }),
    {
      inTurn: true,
      onProblem(found) {
        refusal.current = found
      },
    },
  )

  function change(next: string | undefined) {
    latest.current = next
    setTyped(next)
  }

  const isUnsaved = () => latest.current !== undefined && latest.current !== saved

  async function save(): Promise<Problem | undefined> {
    if (saving.current) await saving.current
    const { current: slug } = latest
    if (!slug || slug === saved) {
      change(undefined)
      return undefined
    }
    saving.current = send(slug)
    try {
      return await saving.current
    } finally {
      saving.current = undefined
    }
  }

  async function send(slug: string) {
    refusal.current = undefined
    await write(slug)
    refused.current = refusal.current && slug
    if (!refusal.current && latest.current === slug) change(undefined)
    return refusal.current
  }

  return {
    ...{ slug: typed ?? saved, problem, asked, change, save, isUnsaved },
    /** Saves the slug when its field loses the focus. A refused slug is not sent again until the person changes it. */
    leave: () => (latest.current === refused.current ? undefined : save()),
    async flush() {
      const found = await save()
      if (found) setAsked((before) => before + 1)
      return found
    },
    giveUp() {
      change(undefined)
      dismissProblem()
    },
  }
}
