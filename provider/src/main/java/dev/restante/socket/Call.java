package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Administration;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the calls that administrators make: a method of {@link Administration} or of one of its parts. */
public final class Call {

    private final String name;
    private final List<Method> way;
    private final Method method;
    private final boolean looks;

    private final List<WireType> parameters;

    /** For each argument, whether it may be null. */
    private final List<Boolean> nullable;

    private final WireType result;

    /** Whether the result may hold bodies of messages. */
    private final boolean bodies;

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
        this.nullable = List.of(method.getAnnotatedParameterTypes()).stream()
                .map(WireTypes::isNullable)
                .toList();
        this.result = types.of(method.getGenericReturnType());
        this.bodies = LargeCalls.mayHoldBodies(method.getGenericReturnType());
    }

    /** Which tells it from all others. */
    public String name() {
        return name;
    }

    /** Returns the types of its arguments, in order, with that of its watch. */
    List<Type> parameterTypes() {
        return List.of(method.getGenericParameterTypes());
    }

    /** Whether it changes nothing, so that it may be made twice. */
    public boolean looks() {
        return looks;
    }

    /**
     * Returns whether its result may hold the bodies of messages or the state of a group. A last argument of false asks
     * for messages without their bodies.
     */
    boolean mayAnswerWithBodies(@Nullable Object[] arguments) {
        return bodies && (arguments.length == 0 || !Boolean.FALSE.equals(arguments[arguments.length - 1]));
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

    /**
     * Returns the arguments that {@link #writeArguments} wrote, with another watch.
     *
     * @throws IllegalArgumentException if one is null that must not be, or out of its range
     */
    @Nullable
    Object[] readArguments(ByteReader from, Watch watch) {
        @Nullable Object[] arguments = new Object[method.getParameterCount()];
        int form = 0;
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == watchedBy() ? watch : parameters.get(form++).read(from);
            if (arguments[i] == null && !nullable.get(i)) {
                throw new IllegalArgumentException("argument " + (i + 1) + " of " + name + " is missing");
            }
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
