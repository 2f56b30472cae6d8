/** JSON: values, and what they look like. */
@NullMarked
package dev.restante.console.json;

import org.jspecify.annotations.NullMarked;
