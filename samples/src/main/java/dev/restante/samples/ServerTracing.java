package dev.restante.samples;

import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageObserverFactory;
import dev.restante.opentelemetry.RestanteTelemetry;
import io.opentelemetry.api.GlobalOpenTelemetry;

// region factory
/** Factory of observers that record OpenTelemetry spans for the applications of a Jakarta EE server. */
public final class ServerTracing implements MessageObserverFactory {

    @Override
    public MessageObserver create() {
        return RestanteTelemetry.of(GlobalOpenTelemetry.get());
    }
}
// endregion
