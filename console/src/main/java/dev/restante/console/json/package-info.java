/** JSON: values, parts of messages, and what they look like; for the command line, too. */
@NullMarked
package dev.restante.console.json;

import org.jspecify.annotations.NullMarked;
