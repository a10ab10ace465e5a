import { type CommandProps, Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import * as tables from '@tiptap/pm/tables'
import type { CellAlignment, DocumentNode } from '#contract/document.ts'
import { pasteIntoTable, readCells } from './paste-into-table.ts'

const commands = {
  addRowBefore: tables.addRowBefore,
  addRowAfter: tables.addRowAfter,
  deleteRow: tables.deleteRow,
  addColumnBefore: tables.addColumnBefore,
  addColumnAfter: tables.addColumnAfter,
  deleteColumn: tables.deleteColumn,
  toggleHeadRow: tables.toggleHeader('row'),
  mergeCells: tables.mergeCells,
  splitCell: tables.splitCell,
  deleteTable: tables.deleteTable,
}

type TableCommand = keyof typeof commands

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    tableEditing: {
      changeTable: (command: TableCommand) => ReturnType
      alignCells: (align: CellAlignment | null) => ReturnType
    }
  }
}

export const TableEditing = Extension.create({
  name: 'tableEditing',
  addProseMirrorPlugins() {
    const { editor } = this
    const pasting = new Plugin({
      props: {
        // Typed as if it always answered; with nothing the editor reads the text by itself.
        clipboardTextParser: (text) => readCells(editor.state, text)!,
        handlePaste: (_, __, slice) => pasteIntoTable(editor, slice),
      },
    })
    return [pasting, tables.columnResizing({ cellMinWidth: 60 }), tables.tableEditing()]
  },
  addCommands: () => ({
    changeTable:
      (command) =>
      ({ state, dispatch }: CommandProps) =>
        commands[command](state, dispatch),
    alignCells:
      (align) =>
      ({ state, dispatch }: CommandProps) =>
        tables.setCellAttr('align', align === 'left' ? null : align)(state, dispatch),
  }),
  addKeyboardShortcuts() {
    const go = (by: -1 | 1) => () =>
      this.editor.commands.command(({ state, dispatch }) => tables.goToNextCell(by)(state, dispatch))
    return {
      Tab: () =>
        go(1)() || (this.editor.isActive('table') && this.editor.chain().changeTable('addRowAfter').run() && go(1)()),
      'Shift-Tab': go(-1),
    }
  },
})

/** Three by three, the first row of it its head. */
export const newTable = (): DocumentNode => ({
  type: 'table',
  content: [0, 1, 2].map((row) => ({
    type: 'tableRow',
    content: [0, 1, 2].map(() => ({
      type: row === 0 ? 'tableHeader' : 'tableCell',
      content: [{ type: 'paragraph' as const }],
    })),
  })),
})
