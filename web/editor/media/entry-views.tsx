import { type NodeViewProps, NodeViewWrapper, useEditorState } from '@tiptap/react'
import { Waypoints } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { ChangeLeaf, LeafLine } from './leaf-line.tsx'

/** What is known of an entry may come after the text that shows it. */
const useEntry = ({ editor, node }: Pick<NodeViewProps, 'editor' | 'node'>) =>
  useEditorState({
    editor,
    selector: ({ editor }) => editor.storage.port.now().entries?.of(node.attrs.entry) ?? null,
  })

export function EntryView({ node, editor, selected, getPos }: NodeViewProps) {
  const entry = useEntry({ editor, node })
  return (
    <LeafLine
      icon={Waypoints}
      selected={selected}
      change={<ChangeLeaf {...{ editor, getPos }} label="Change this entry" />}
    >
      <span className="grid min-w-0">
        <EntryName entry={entry} />
        {entry?.detail && <span className="truncate text-meta text-ink-3">{entry.detail}</span>}
      </span>
    </LeafLine>
  )
}

export function InlineEntryView({ node, editor, selected }: NodeViewProps) {
  const entry = useEntry({ editor, node })
  return (
    <NodeViewWrapper
      as="span"
      data-drag-handle
      title={entry?.detail}
      className={classNames(
        'inline-flex max-w-full rounded-xs border border-line bg-sunken px-1',
        selected && 'outline-2 outline-ring',
      )}
    >
      <EntryName entry={entry} />
    </NodeViewWrapper>
  )
}

type NameProps = { entry: ReturnType<typeof useEntry> }

function EntryName({ entry }: NameProps) {
  if (!entry) return <span className="truncate text-ink-3">An entry that is not there</span>
  const title = entry.title || 'Untitled'
  if (!entry.href) return <span className="truncate">{title}</span>
  return (
    <a href={entry.href} target="_blank" rel="noreferrer" className="truncate">
      {title}
    </a>
  )
}
