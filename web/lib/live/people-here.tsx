import { useEffect, useRef, useState } from 'react'
import type { Present } from '#contract/live/presence.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'

type Props = {
  people: Present[]
  pictures: { id: string; avatarUrl: string | null }[]
  doing: (person: Present) => string
  className?: string
}

const mostFaces = 3

export const PeopleHere = ({ people, pictures, doing, className }: Props) => (
  <div className={classNames('shrink-0', className)}>
    <ul aria-label="Also here" className="flex gap-1">
      {people.map((person, index) => (
        <li
          key={person.id}
          className={classNames('flex', index > 0 && 'max-md:sr-only', index >= mostFaces && 'sr-only')}
        >
          <Tooltip text={`${person.name} ${doing(person)}`}>
            <Avatar
              name={person.name}
              src={pictures.find(({ id }) => id === person.id)?.avatarUrl}
              size={24}
              viewing
              hideName
            />
          </Tooltip>
          <span className="sr-only">{`${person.name} ${doing(person)}`}</span>
        </li>
      ))}
    </ul>
    <Arrivals people={people} />
  </div>
)

function Arrivals({ people }: { people: Present[] }) {
  const told = useRef(new Set<string>())
  const [words, setWords] = useState('')
  useEffect(() => {
    const arrived = people.filter(({ id }) => !told.current.has(id))
    for (const { id } of arrived) told.current.add(id)
    if (arrived.length > 0) setWords(arrived.map(({ name }) => `${name} is here too`).join('. '))
    if (people.length === 0) setWords('')
  }, [people])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}

export function PresentField({
  name,
  people,
  children,
}: {
  name: string
  people: Present[]
  children: React.ReactNode
}) {
  const names = people.filter(({ field }) => field === name).map((person) => person.name)
  return (
    <div data-presence={name} className="relative">
      {children}
      {names.length > 0 && (
        <span
          role="img"
          aria-label={`${names.join(', ')} in this field`}
          title={names.join(', ')}
          className="absolute inset-y-0.5 -left-3 w-0.5 rounded-full bg-green-solid"
        />
      )}
    </div>
  )
}
