import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { COLUMNS } from './sniff.js';

type Role = keyof typeof COLUMNS;

/** The cell of a role, by whichever of its names the header has; undefined where it has none. */
export function cellOf(row: Readonly<Record<string, string>>, role: Role): string | undefined {
  const name = COLUMNS[role]!.find((one) => Object.hasOwn(row, one));
  return name === undefined ? undefined : row[name];
}

/** The same, or a LabError that says which names are known. */
export function neededCell(
  row: Readonly<Record<string, string>>,
  role: Role,
  file: string,
  line: number,
): string {
  const cell = cellOf(row, role);
  if (cell !== undefined && cell.trim() !== '') return cell;
  const found = cell === undefined ? `has the columns ${Object.keys(row).join(', ')}` : `has no ${role}`;
  throw new LabError(
    `${shownPath(file)}:${line}: ${found}, wanted a column for the ${role} (${COLUMNS[role]!.slice(0, 4).join(', ')}); add or rename it`,
  );
}
