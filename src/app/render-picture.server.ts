import { setPriority } from 'node:os';
import { renderUpload } from '../features/pictures/rendering.server';
import { renderForParent } from '../features/pictures/rendering-apart.server';

// Whoever asks for a page comes first.
setPriority(10);

await renderForParent(renderUpload);
