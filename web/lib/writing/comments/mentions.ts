import type { z } from 'zod'
import type { Member } from '#contract/workspace/team.ts'
import { fullName } from '#web/lib/words/full-name.ts'

export type Colleague = Pick<z.output<typeof Member>, 'id' | 'name' | 'surname' | 'email' | 'status' | 'avatarUrl'>
export type Mentionable = Omit<Colleague, 'avatarUrl'>

const mostOffered = 6
const isPartOfWord = /[\p{L}\p{N}]/u

export const mentionedIn = (text: string, members: readonly Mentionable[]): string[] =>
  members
    .filter((member) => member.status === 'active' && places(text, `@${fullName(member)}`).length > 0)
    .map(({ id }) => id)

function places(text: string, name: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isPartOfWord.test(text[at - 1] ?? '') && !isPartOfWord.test(text[at + name.length] ?? '')) found.push(at)
  return found
}

export function queryAt(text: string, caret: number): string | undefined {
  const [, query] = /(?:^|[^\p{L}\p{N}])@((?:[\p{L}\p{N}.'’-]+ ?){0,2})$/u.exec(text.slice(0, caret)) ?? []
  return query
}

export function offered<M extends Mentionable>(query: string, members: readonly M[]): M[] {
  const wanted = query.toLocaleLowerCase()
  return members
    .filter((member) => {
      const name = fullName(member).toLocaleLowerCase()
      return member.status === 'active' && name !== wanted.trimEnd() && ` ${name}`.includes(` ${wanted}`)
    })
    .slice(0, mostOffered)
}

export function withMention(text: string, caret: number, member: Mentionable): { text: string; caret: number } {
  const begin = caret - (queryAt(text, caret) ?? '').length
  const after = text.slice(caret)
  const named = `${text.slice(0, begin)}${fullName(member)}${after.startsWith(' ') ? '' : ' '}`
  return { text: named + after, caret: named.length + (after.startsWith(' ') ? 1 : 0) }
}

export function piecesOf(text: string, names: readonly string[]): { text: string; isMention: boolean }[] {
  const found = names
    .flatMap((name) => places(text, `@${name}`).map((at) => ({ at, end: at + name.length + 1 })))
    .toSorted((a, b) => a.at - b.at || b.end - a.end)
  const pieces: { text: string; isMention: boolean }[] = []
  let done = 0
  for (const { at, end } of found) {
    if (at < done) continue
    if (at > done) pieces.push({ text: text.slice(done, at), isMention: false })
    pieces.push({ text: text.slice(at, end), isMention: true })
    done = end
  }
  return done < text.length ? [...pieces, { text: text.slice(done), isMention: false }] : pieces
}
