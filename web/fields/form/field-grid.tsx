import { classNames } from '#web/ui/class-names.ts'
import { useAround } from './around.tsx'
import { FieldFrame } from './field-frame.tsx'
import { type FieldOf, isEmpty, type Values } from './field-shape.ts'

type Props = {
  fields: readonly FieldOf[]
  /** The fields to show, by default all. Conditions look at all fields. */
  drawn?: readonly FieldOf[]
  values: Values
  onChange: (key: string, value: unknown) => void
  disabled: boolean
  /** Prefix of the paths, in a component. */
  within?: string
}

/** Fields in their widths, without those hidden by their condition. */
export function FieldGrid({ fields, drawn = fields, values, onChange, disabled, within }: Props) {
  const { frame } = useAround()
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-5 @xl:grid-cols-6">
      {drawn
        .filter((field) => isShown(field, fields, values))
        .map((field) => {
          const value = values[field.key]
          const framed = (
            <FieldFrame
              field={field}
              path={within ? `${within}.${field.key}` : field.key}
              value={field.kind !== 'json' && isEmpty(value) ? null : value}
              onChange={(next) => onChange(field.key, next)}
              disabled={disabled}
            />
          )
          return (
            <div key={field.id} className={classNames('min-w-0', widths[field.width])}>
              {within ? framed : frame(field, framed)}
            </div>
          )
        })}
    </div>
  )
}

const widths = { full: '@xl:col-span-6', half: '@xl:col-span-3', third: '@xl:col-span-2' }

/** Whether the condition of a field is met, by the same rule as on the server. */
function isShown({ condition }: Pick<FieldOf, 'condition'>, fields: readonly FieldOf[], values: Values): boolean {
  const other = condition && fields.find(({ id }) => id === condition.field)
  if (!other) return true
  const value = values[other.key]
  if (Array.isArray(value)) return value.includes(condition.equals)
  return value === condition.equals || (condition.equals === false && isEmpty(value))
}
