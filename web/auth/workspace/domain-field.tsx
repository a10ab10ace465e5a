import { useEffect, useState } from 'react'
import type { showDomainAvailability } from '#contract/workspace/settings.ts'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Props = {
  domain: string
  refused?: string
  errors: Record<string, string>
  onChange: (domain: string) => void
}

export function DomainField({ domain, refused, errors, onChange }: Props) {
  const { rootDomain } = useSite()
  const { isChecking, isFree, error } = useDomainCheck(domain.trim())
  return (
    <Field
      label="Domain"
      hint="3 to 40 letters, numbers or hyphens"
      help="Part of the URL of your workspace"
      error={refused ?? (error && (errors[error] ?? 'An unexpected error occurred'))}
      checking={isChecking && 'Checking'}
      valid={isFree && `${domain.trim().toLowerCase()}.${rootDomain} is available`}
    >
      <Input
        name="domain"
        size="lg"
        value={domain}
        onChange={(event) => onChange(event.target.value)}
        suffix={`.${rootDomain}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </Field>
  )
}

const pauseMs = 300

type DomainCheck = { domain: string; error: string | null }

function useDomainCheck(domain: string) {
  const [checked, setChecked] = useState<DomainCheck>()
  const [isChecking, setChecking] = useState(false)

  useEffect(() => {
    setChecking(false)
    if (!domain) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      setChecking(true)
      const { answer } = await ask<typeof showDomainAvailability>('GET', '/api/v1/domain-availability', {
        query: { domain },
        signal: stop.signal,
      }).catch(() => ({ answer: undefined }))
      if (stop.signal.aborted) return
      setChecking(false)
      setChecked(answer ? { domain, error: answer.error } : undefined)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [domain])

  const isKnown = checked?.domain === domain
  return { isChecking, isFree: isKnown && checked.error === null, error: isKnown ? checked.error : null }
}
