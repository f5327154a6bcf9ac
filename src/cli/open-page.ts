import { spawn } from 'node:child_process';

/** Opens a file or an address by the desktop's own opener; where there is none it says so, `verb` being who asked and `shown` what a reader would open. */
export function openPage(verb: string, address: string, shown: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [address]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', address]]
        : ['xdg-open', [address]];
  const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
  child.on('error', () =>
    console.error(`rlab ${verb}: nothing here opens pages (no ${command}); open ${shown} in a browser`),
  );
  child.unref();
}
