// Browsers with the File System Access API; TypeScript's own library does not have these yet.
// https://wicg.github.io/file-system-access/
interface Window {
  showOpenFilePicker(options?: { multiple?: boolean }): Promise<FileSystemFileHandle[]>
}
interface DataTransferItem {
  getAsFileSystemHandle(): Promise<FileSystemHandle | null>
}
interface FileSystemHandle {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>
}
