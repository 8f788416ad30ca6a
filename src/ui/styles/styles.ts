/** Styles that every page loads, in the order of the cascade. A component's own are beside it. */
import './tokens.css';
import './base.css';
import './text.module.css';
import '../icons/icons.module.css';
import './layout.module.css';
import '../toast/toast.module.css';
import './section.module.css';
import './buttons.module.css';
import './badges.module.css';
import './states.module.css';
import '../form/form.module.css';
import './data-attributes.css';
