export const WordChanges = ({ words }: { words: { kind: 'same' | 'added' | 'removed'; text: string }[] }) =>
  words.map(({ kind, text }, index) => {
    const key = `${index} ${text.slice(0, 20)}`
    if (kind === 'same') return <span key={key}>{text}</span>
    const Part = kind === 'added' ? 'ins' : 'del'
    return (
      <Part
        key={key}
        className={kind === 'added' ? 'bg-green-tint text-green-ink no-underline' : 'bg-red-tint text-red-ink'}
      >
        {text}
      </Part>
    )
  })
