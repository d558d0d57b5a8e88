/**
 * Styles of the components that the shell and the sign-in use, in Mantine's order. They are in a cascade layer, so
 * our sheets win in whatever order lazy parts load. A page that uses another component imports that component's
 * `.layer.css` itself.
 */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
