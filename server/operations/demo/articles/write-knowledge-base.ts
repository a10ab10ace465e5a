import type { Document, FlowNode, Paragraph } from '#contract/writing/document.ts'
import { changeArticle, createArticle } from '#server/knowledge-base/articles/create-article.ts'
import { publish, sendForReview } from '#server/knowledge-base/articles/publication/states.ts'
import { changeCategory, createCategory } from '#server/knowledge-base/categories/categories/change-categories.ts'
import { changeLanguages } from '#server/knowledge-base/categories/change-languages.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { DemoArticle, DemoCategory, DemoText } from './demo-article.ts'
import { articleTemplates } from './templates.ts'

type Call = { tx: WorkspaceTx; caller: { id: string } }

/** Categories and articles, written by the admins in turn. */
export async function writeKnowledgeBase(tx: WorkspaceTx, [first, second]: string[], categories: DemoCategory[]) {
  await changeLanguages(tx, { actor: { type: 'agent', id: first! } }, { items: ['en', 'de'] })
  let turn = 0
  const nextCall = (): Call => {
    turn += 1
    return { tx, caller: { id: (turn % 3 === 0 ? second : first)! } }
  }
  for (const category of categories) await writeCategory(nextCall, category, null)
  for (const template of articleTemplates)
    await createArticle(nextCall(), { title: template[0], isTemplate: true }, { document: documentOf(template) })
}

async function writeCategory(nextCall: () => Call, category: DemoCategory, parent: string | null) {
  const [name, description] = category.en
  const call = nextCall()
  const id = await createCategory(call, { name, description, icon: category.icon, parent })
  const [germanName, germanDescription] = category.de
  await changeCategory(call, id, { language: 'de', name: germanName, description: germanDescription })
  for (const article of category.articles) await writeArticle(nextCall(), article, id)
  for (const below of category.below ?? []) await writeCategory(nextCall, below, id)
}

async function writeArticle(
  call: Call,
  { en, de, labels = [], visibility, reviewEveryDays, state }: DemoArticle,
  category: string,
) {
  const fields = { title: en[0], category, labels, ...(visibility && { visibility }), reviewEveryDays }
  const id = await createArticle(call, fields, { document: documentOf(en) })
  if (de) await changeArticle(call, id, { language: 'de', title: de[0] }, { document: documentOf(de) })
  if (state === 'in_review') await sendForReview(call, id, {})
  if (state === 'draft' || state === 'in_review') return
  const at = state === 'planned' ? { at: inDays(9) } : {}
  for (const language of de ? ['en', 'de'] : ['en']) await publish(call, id, { language, ...at })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Lines as a document. Successive items become one list. */
export function documentOf([, ...lines]: DemoText): Document {
  const content: FlowNode[] = []
  for (const line of lines) {
    const [mark, text] = markOf(line)
    const last = content.at(-1)
    if (mark === '## ') content.push({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
    else if (mark === '> ') content.push({ type: 'callout', attrs: { kind: 'tip' }, content: [paragraph(text)] })
    else if (mark === '') content.push(paragraph(text))
    else {
      const type = mark === '- ' ? 'bulletList' : 'orderedList'
      const item = { type: 'listItem' as const, content: [paragraph(text)] as [Paragraph] }
      if (last?.type === type) last.content.push(item)
      else content.push({ type, content: [item] })
    }
  }
  return { type: 'doc', content }
}

const marks = ['## ', '> ', '- ']

function markOf(line: string): [mark: string, text: string] {
  const number = /^\d+\. /.exec(line)?.[0]
  const mark = number ?? marks.find((one) => line.startsWith(one)) ?? ''
  return [mark, line.slice(mark.length)]
}

const paragraph = (text: string): Paragraph => ({ type: 'paragraph', content: [{ type: 'text', text }] })
