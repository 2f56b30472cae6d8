package dev.restante.opentelemetry;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;

/** Observation registry that exports Micrometer observations as OpenTelemetry spans, as in Spring Boot. */
final class MicrometerSpans {

    private MicrometerSpans() {}

    static ObservationRegistry registry(OpenTelemetry telemetry) {
        Tracer tracer = telemetry.getTracer("micrometer");
        OtelTracer bridge = new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {});
        OtelPropagator propagator = new OtelPropagator(telemetry.getPropagators(), tracer);
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig()
                .observationHandler(new PropagatingReceiverTracingObservationHandler<>(bridge, propagator))
                .observationHandler(new PropagatingSenderTracingObservationHandler<>(bridge, propagator));
        return registry;
    }
}
