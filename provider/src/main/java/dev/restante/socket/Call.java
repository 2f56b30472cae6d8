package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Administration;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the calls that administrators make: a method of {@link Administration} or of one of its parts. */
public final class Call {

    private final String name;
    private final List<Method> way;
    private final Method method;
    private final boolean looks;

    private final List<WireType> parameters;
    private final WireType result;

    /**
     * A call.
     *
     * @param way the methods that lead to the part which has it
     * @param looks whether it changes nothing, so that it may be made twice
     */
    Call(String name, List<Method> way, Method method, boolean looks, WireTypes types) {
        this.name = name;
        this.way = List.copyOf(way);
        this.method = method;
        this.looks = looks;
        this.parameters = List.of(method.getGenericParameterTypes()).stream()
                .filter(type -> type != Watch.class)
                .map(types::of)
                .toList();
        this.result = types.of(method.getGenericReturnType());
    }

    /** Which tells it from all others. */
    public String name() {
        return name;
    }

    /** Whether it changes nothing, so that it may be made twice. */
    public boolean looks() {
        return looks;
    }

    /** The place of the watch among its arguments; -1 if nobody watches it. */
    public int watchedBy() {
        return List.of(method.getParameterTypes()).indexOf(Watch.class);
    }

    /** Makes it. What the administration throws is thrown here. */
    public @Nullable Object on(Administration administration, @Nullable Object[] arguments) {
        try {
            Object part = administration;
            for (Method step : way) {
                part = requireNonNull(step.invoke(part));
            }
            return method.invoke(part, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    void writeArguments(ByteWriter to, @Nullable Object[] arguments) {
        int form = 0;
        for (Object argument : arguments) {
            if (!(argument instanceof Watch)) {
                parameters.get(form++).write(to, argument);
            }
        }
    }

    /** The arguments that were written, with another watch. */
    @Nullable
    Object[] readArguments(ByteReader from, Watch watch) {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        int form = 0;
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == watchedBy() ? watch : parameters.get(form++).read(from);
        }
        return arguments;
    }

    void writeResult(ByteWriter to, @Nullable Object value) {
        result.write(to, value);
    }

    @Nullable
    Object readResult(ByteReader from) {
        return result.read(from);
    }

    @Override
    public String toString() {
        return name;
    }
}
