import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { FileDown, Film, ListTree, Pencil, TextQuote } from 'lucide-react'
import type { ReactNode } from 'react'
import { CategoryList, FileBlock, Include, Picture, Video } from '#web/editor/schema/media.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { askAgainAt } from './asking.ts'
import { PictureView } from './picture-view.tsx'
import { useTitleOf } from './use-title-of.ts'

/** As the schema has them, drawn so that one sees what they are. */
export const mediaWithViews = [
  Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) }),
  FileBlock.extend({ addNodeView: () => ReactNodeViewRenderer(FileView) }),
  Video.extend({ addNodeView: () => ReactNodeViewRenderer(VideoView) }),
  CategoryList.extend({ addNodeView: () => ReactNodeViewRenderer(CategoryListView) }),
  Include.extend({ addNodeView: () => ReactNodeViewRenderer(IncludeView) }),
]

type LineProps = { icon: IconShape; selected: boolean; children: ReactNode; change?: ReactNode }

const Line = ({ icon, selected, children, change }: LineProps) => (
  <NodeViewWrapper
    data-drag-handle
    className={classNames('leaf flex items-center gap-2 rounded-sm border border-line px-3 py-2', selected && 'chosen')}
  >
    <Icon of={icon} className="text-ink-3" />
    {children}
    {change}
  </NodeViewWrapper>
)

/** Keys do it, too: Escape chooses the block, and Enter asks. */
const Change = ({ editor, getPos, label }: Pick<NodeViewProps, 'editor' | 'getPos'> & { label: string }) =>
  editor.isEditable && (
    <span className="ml-auto" contentEditable={false}>
      <IconButton icon={Pencil} label={label} onClick={() => askAgainAt(editor, getPos())} />
    </span>
  )

const FileView = ({ node, editor, selected }: NodeViewProps) => {
  const url = editor.storage.port.now().urlOf(node.attrs.file)
  return (
    <Line icon={FileDown} selected={selected}>
      {url ? (
        <a href={url} download>
          {node.attrs.name}
        </a>
      ) : (
        node.attrs.name
      )}
    </Line>
  )
}

const VideoView = ({ node, selected, editor, getPos }: NodeViewProps) => {
  const { url, title, poster } = node.attrs
  const src = poster && editor.storage.port.now().urlOf(poster)
  return (
    <Line icon={Film} selected={selected} change={<Change {...{ editor, getPos }} label="Change this video" />}>
      {src && <img src={src} alt="" className="max-h-12 rounded-xs" />}
      <span className="grid min-w-0">
        <span className="truncate">{title ?? url}</span>
        {title && <span className="truncate text-meta text-ink-3">{url}</span>}
      </span>
    </Line>
  )
}

const CategoryListView = ({ node, editor, selected, getPos }: NodeViewProps) => (
  <Line icon={ListTree} selected={selected} change={<Change {...{ editor, getPos }} label="Change this list" />}>
    <span>
      Articles of <b>{useTitleOf(editor, node.attrs.reference) || '…'}</b>
    </span>
  </Line>
)

const IncludeView = ({ node, editor, selected, getPos }: NodeViewProps) => (
  <Line icon={TextQuote} selected={selected} change={<Change {...{ editor, getPos }} label="Change this part" />}>
    <span>
      The text of <b>{useTitleOf(editor, node.attrs.reference) || '…'}</b>
    </span>
  </Line>
)
