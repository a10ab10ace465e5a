import { useId } from 'react'
import { keysOf } from '#contract/keys-of.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { type ChosenScope, scopeGroups } from './key-values.ts'

type Props = {
  scopes: ChosenScope[]
  onChange: (scopes: ChosenScope[]) => void
  fault: Fault
  among?: readonly ChosenScope[]
}

export function ScopeFields({ scopes, onChange, fault: { error, onChanged }, among }: Props) {
  const errorId = useId()
  const flip = (scope: ChosenScope, isChosen: boolean) => {
    onChange(isChosen ? [...scopes, scope] : scopes.filter((one) => one !== scope))
    onChanged()
  }
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">Permissions</legend>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {groupsAmong(among).map(({ room, choices }) => (
          <fieldset key={room} className="grid min-w-0 content-start gap-2">
            <legend className="mb-1.5 text-meta text-ink-2">{room}</legend>
            {choices.map(({ scope, label, description }) => (
              <Checkbox
                key={scope}
                name="scopes"
                label={label}
                description={description}
                checked={scopes.includes(scope)}
                aria-invalid={Boolean(error) || undefined}
                onChange={({ target }) => flip(scope, target.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-meta text-red-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const groupsAmong = (among: readonly ChosenScope[] | undefined) =>
  scopeGroups
    .map(({ room, scopes }) => ({
      room,
      choices: keysOf(scopes).flatMap((scope) =>
        scopes[scope] && (among?.includes(scope) ?? true) ? { scope, ...scopes[scope] } : [],
      ),
    }))
    .filter(({ choices }) => choices.length > 0)
