package dev.restante.samples;

import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageObserverFactory;
import dev.restante.opentelemetry.RestanteTelemetry;
import io.opentelemetry.api.GlobalOpenTelemetry;

// region factory
/** Spans of OpenTelemetry for what the applications of a Jakarta EE server do. */
public final class ServerTracing implements MessageObserverFactory {

    @Override
    public MessageObserver create() {
        return RestanteTelemetry.of(GlobalOpenTelemetry.get());
    }
}
// endregion
