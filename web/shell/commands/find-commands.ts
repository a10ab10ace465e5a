import { matchOptions } from '#web/ui/choice/option.tsx'
import type { Command } from './commands.ts'

export function findCommands(commands: Command[], query: string) {
  const onlyActions = query.startsWith('>')
  const wanted = onlyActions ? commands.filter(({ run }) => run) : commands
  const searchable = wanted.map((command) => ({
    command,
    label: command.label,
    detail: `${command.group ?? ''} ${command.words ?? ''}`,
  }))
  const found = matchOptions(searchable, onlyActions ? query.slice(1) : query).map(({ command }) => command)
  return [...Map.groupBy(found, ({ group }) => group ?? 'This page')]
}

export function markMatches(label: string, query: string) {
  const words = query
    .replace(/^>/, '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return [{ text: label, isMatch: false, at: 0 }]
  let at = 0
  return label
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((text, index) => {
      const piece = { text, isMatch: index % 2 === 1, at }
      at += text.length
      return piece
    })
    .filter(({ text }) => text)
}
