/** Spans of OpenTelemetry for what connections do with messages. */
@NullMarked
package dev.restante.opentelemetry;

import org.jspecify.annotations.NullMarked;
