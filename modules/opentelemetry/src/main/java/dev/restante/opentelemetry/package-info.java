/** OpenTelemetry spans for the messaging operations of connections. */
@NullMarked
package dev.restante.opentelemetry;

import org.jspecify.annotations.NullMarked;
