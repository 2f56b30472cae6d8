/** JSON values, JSON forms of messages and JSON Schema, also for the command line. */
@NullMarked
package dev.restante.console.json;

import org.jspecify.annotations.NullMarked;
