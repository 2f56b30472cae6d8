package dev.restante.histories;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Hook that sets the number of histories of a class and their seed from the system properties
 * {@code restante.histories.CLASS} and {@code restante.histories.seed}.
 */
final class HistoryCountHook implements AroundPropertyHook {

    private static final String PREFIX = "restante.histories.";
    private static final int DEFAULT_COUNT = 100;

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        String name = context.containerClass().getSimpleName();
        int count = Integer.getInteger(PREFIX + name, DEFAULT_COUNT);
        String given = System.getProperty(PREFIX + "seed", "");
        String seed =
                given.isEmpty() ? Long.toString(ThreadLocalRandom.current().nextLong()) : given;
        PropertyAttributes attributes = context.attributes();
        attributes.setTries(count);
        attributes.setSeed(seed);
        System.out.printf(Locale.ROOT, "%s plays %,d histories from seed %s%n", name, count, seed);
        return property.execute();
    }

    /** Returns a proximity with which this hook runs before the attributes are read. */
    @Override
    public int aroundPropertyProximity() {
        return -100;
    }
}
