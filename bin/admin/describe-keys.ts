import { z } from 'zod'
import { chosenScopes, contentScopes, kindScopes } from '#contract/scopes.ts'
import { createApiKey, keyKinds, kindsOfKeys, lifeDays, mostKeys } from '#contract/workspace/api-keys.ts'
import { scopesOfKind } from '#server/platform/http/caller.ts'
import { drawPart } from './draw-part.ts'

export const drawKeys = (page: string): string =>
  drawPart(drawPart(page, 'keys', describeKinds() + describeFields()), 'scopes', describeScopes())

function describeScopes(): string {
  const rows = Object.entries({ ...chosenScopes, ...kindScopes }).map(
    ([scope, words]) => `| \`${scope}\` | ${words} |\n`,
  )
  return `| Scope | Allows |\n|---|---|\n${rows.join('')}`
}

function describeKinds(): string {
  const rows = keyKinds.map((kind) => {
    const scopes =
      kind === 'management'
        ? `the \`scopes\` of the key; by default ${listed(contentScopes)}`
        : listed(scopesOfKind[kind])
    return `| \`${kind}\` | ${kindsOfKeys[kind]} | ${scopes} |\n`
  })
  return `| Kind | What it does | Scopes |\n|---|---|---|\n${rows.join('')}`
}

const listed = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

function describeFields(): string {
  const { properties = {}, required = [] } = z.toJSONSchema(createApiKey.body, { io: 'input' })
  const rows = Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean') return ''
    const defaultValue = required.includes(name) ? 'required' : (computedDefaults[name] ?? `\`${property.default}\``)
    return `| \`${name}\` | ${takes(property)} | ${defaultValue} | ${property.description ?? ''} |\n`
  })
  return `\nThe fields of \`POST /api/v1/api-keys\`. A workspace has at most ${mostKeys} keys that are not revoked.\n\n| Field | Value | Default | |\n|---|---|---|---|\n${rows.join('')}`
}

const computedDefaults: Record<string, string> = {
  expiresAt: `in ${lifeDays} days`,
  scopes: listed(contentScopes),
}

function takes({ anyOf, ...property }: z.core.JSONSchema.JSONSchema): string {
  if (anyOf) return anyOf.map(takes).join(', or ')
  if (property.const !== undefined) return `\`${property.const}\``
  if (property.enum) return listed(property.enum.map(String))
  if (property.type === 'array') return `a list of at most ${property.maxItems}`
  if (property.type === 'integer')
    return `${property.minimum!.toLocaleString('en')} to ${property.maximum!.toLocaleString('en')}`
  if (property.format === 'date-time') return 'a time'
  if (property.type === 'null') return '`null`'
  return `a text of at most ${property.maxLength} characters`
}
