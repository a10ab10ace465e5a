import { useMemo, useState } from 'react'
import type { beginDeflection, changeDeflection } from '#contract/help/deflections.ts'
import { ask } from '#web/lib/write/ask.ts'

type DeflectionReport = { shown: string[]; opened: string[]; answeredBy: string | null }

/**
 * Tells what was shown beside this request, one call after another; the request goes on without it where that fails. Its id
 * is known once something was shown.
 */
export function useDeflection() {
  const [id, setId] = useState<string>()
  const note = useMemo(() => createNotes(setId), [])
  return { id, ...note }
}

function createNotes(onBegun: (id: string) => void) {
  let said: DeflectionReport = { shown: [], opened: [], answeredBy: null }
  let begun: string | null | undefined
  let telling: Promise<unknown> = Promise.resolve()

  async function tell() {
    // Refused, as where a customer writes very many, it is not tried again.
    if (begun === null || said.shown.length === 0) return
    if (begun) {
      await ask<typeof changeDeflection>('PUT', '/api/v1/knowledge-base/deflections/:id', {
        ...{ params: { id: begun }, body: said, keepalive: true },
      })
      return
    }
    const { answer } = await ask<typeof beginDeflection>('POST', '/api/v1/knowledge-base/deflections', { body: said })
    begun = answer?.id ?? null
    if (begun) onBegun(begun)
  }

  function say(more: Partial<DeflectionReport>) {
    said = { ...said, ...more }
    telling = telling.then(tell)
  }

  const add = (before: string[], ids: string[]) => [...new Set([...before, ...ids])].slice(0, mostKept)
  return {
    noteShown(ids: string[]) {
      if (ids.some((id) => !said.shown.includes(id))) say({ shown: add(said.shown, ids) })
    },
    noteOpened(id: string) {
      if (!said.opened.includes(id)) say({ shown: add(said.shown, [id]), opened: add(said.opened, [id]) })
    },
    noteAnswered: (answeredBy: string | null) => say({ answeredBy }),
  }
}

/** As many as the API keeps of one request. */
const mostKept = 30
