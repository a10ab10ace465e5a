import type { createPreviewLink, listPreviewLinks } from '#contract/preview-links.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

/** `replace` copies a new link, which ends the one before; all others take the one that there is. */
export type PreviewWay = 'open' | 'narrow' | 'copy' | 'replace'

const path = '/api/v1/knowledge-base/articles/:id/preview-links'

/** Shows the draft of a language as readers would see it, or hands over a link to it. */
export function usePreview(language: string) {
  const { write } = useWrite(
    ({ id, way }: { id: string; way: PreviewWay }) =>
      way === 'replace' ? newLink(id, language) : findLink(id, language),
    {
      onAnswer: ({ url }, { way }) => show(url, way),
      done: (_, { way }) => words[way],
      tellsProblem: true,
    },
  )
  return write
}

const newLink = (id: string, language: string) =>
  ask<typeof createPreviewLink>('POST', path, { params: { id }, body: { language } })

async function findLink(id: string, language: string) {
  const { answer, problem } = await ask<typeof listPreviewLinks>('GET', path, { params: { id } })
  if (problem) return { problem }
  const known = answer?.items.find((link) => link.language === language)
  return known ? { answer: known } : newLink(id, language)
}

const words: Record<PreviewWay, string | undefined> = {
  open: undefined,
  narrow: undefined,
  copy: 'Link copied: whoever has it reads the draft for seven days at most',
  replace: 'New link copied; the one before opens nothing',
}

function show(url: string, way: PreviewWay) {
  if (way === 'open') window.open(url, '_blank', 'noopener')
  else if (way === 'narrow') window.open(url, '_blank', 'noopener,popup,width=390,height=844')
  else navigator.clipboard.writeText(url)
}
