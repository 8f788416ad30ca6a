import { setPriority } from 'node:os';
import { renderForParent } from '../foundation/media/child-process-renderer.server';
import { renderUpload } from '../foundation/media/picture-renderer.server';

// Whoever asks for a page comes first.
setPriority(10);

await renderForParent(renderUpload);
