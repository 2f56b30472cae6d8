package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.broker.SubscribeRequest;
import dev.restante.model.BranchId;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.option.EntityStatus;
import dev.restante.selector.Selector;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Values that a peer of the local socket may send for a type: one valid value, and null, negative, huge and odd values.
 */
final class HostileValues {

    private static final String LONG = "x".repeat(1 << 20);

    private final Entity queue;

    /** @param queue the existing entity that serves as the valid value of the entity type */
    HostileValues(Entity queue) {
        this.queue = queue;
    }

    /** Returns a value that is valid by itself. */
    @Nullable
    Object good(Type type) {
        if (type == Entity.class) {
            return queue;
        }
        if (type == ProgressWatch.class) {
            return (ProgressWatch) done -> true;
        }
        if (type == SubscribeRequest.class) {
            return new SubscribeRequest(queue, SubscriptionKind.SHARED_DURABLE, null, "s", null, false, "c");
        }
        Class<?> raw = raw(type);
        if (raw.isRecord()) {
            Constructor<?> constructor = constructor(raw);
            return made(constructor, goodComponents(raw));
        }
        if (raw.isSealed()) {
            return Stream.of(raw.getPermittedSubclasses())
                    .map(this::good)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow();
        }
        if (raw == List.class || raw == Collection.class) {
            return List.of();
        }
        return raw == Set.class ? Set.of() : raw == Map.class ? Map.of() : plain(raw);
    }

    private static @Nullable Object plain(Class<?> raw) {
        if (raw.isEnum()) {
            return raw.getEnumConstants()[0];
        }
        if (raw == BranchId.class) {
            return new BranchId(1, new byte[] {1}, new byte[] {2});
        }
        if (raw == UnaryOperator.class) {
            return (UnaryOperator<EntityStatus>) before -> before;
        }
        return Map.<Class<?>, Object>of(
                        long.class,
                        1L,
                        Long.class,
                        1L,
                        int.class,
                        10,
                        Integer.class,
                        1,
                        double.class,
                        1.0,
                        boolean.class,
                        false,
                        String.class,
                        "q",
                        Duration.class,
                        Duration.ofMillis(1),
                        byte[].class,
                        new byte[1],
                        EntityOptions.class,
                        EntityOptions.DEFAULT)
                .get(raw);
    }

    /** Returns the bad values of a type, except for values that its own constructor rejects. */
    List<@Nullable Object> bad(Type type) {
        Class<?> raw = raw(type);
        List<@Nullable Object> bad = new ArrayList<>(numbers(raw));
        if (raw == ProgressWatch.class || raw.isPrimitive()) {
            return bad;
        }
        bad.add(null);
        if (raw == String.class) {
            bad.addAll(List.of("", "\0", "\ud800", "#", "/", "$", "a/b/c", "x$DLQ", LONG));
        } else if (raw == byte[].class) {
            bad.addAll(List.of(new byte[0], new byte[2 << 20]));
        } else if (raw == Object.class) {
            bad.addAll(List.of("", 'c', new byte[0], Float.NaN));
        } else if (raw == Selector.class) {
            bad.add(selector("a = 1 AND JMSPriority > 3"));
        } else if (raw.isEnum()) {
            bad.addAll(List.of(raw.getEnumConstants()));
        } else if (raw.isRecord()) {
            bad.addAll(ofRecord(raw));
        } else if (raw.isSealed()) {
            Stream.of(raw.getPermittedSubclasses())
                    .map(this::bad)
                    .flatMap(List::stream)
                    .forEach(bad::add);
        } else if (type instanceof ParameterizedType generic) {
            bad.addAll(collections(raw, generic.getActualTypeArguments()));
        }
        return bad;
    }

    private static List<Object> numbers(Class<?> raw) {
        if (raw == long.class || raw == Long.class) {
            return List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (raw == int.class || raw == Integer.class) {
            return List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (raw == double.class) {
            return List.of(0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE);
        }
        if (raw == Duration.class) {
            return List.of(
                    Duration.ZERO,
                    Duration.ofMillis(-1),
                    Duration.ofSeconds(Long.MIN_VALUE),
                    Duration.ofSeconds(Long.MAX_VALUE));
        }
        return raw == boolean.class ? List.of(true) : List.of();
    }

    private List<@Nullable Object> ofRecord(Class<?> raw) {
        List<@Nullable Object> bad = new ArrayList<>();
        RecordComponent[] components = raw.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            for (Object value : bad(components[i].getGenericType())) {
                @Nullable Object[] values = raw == Entity.class ? componentsOf(queue) : goodComponents(raw);
                values[i] = value;
                Object made = made(constructor(raw), values);
                if (made != null) {
                    bad.add(made);
                }
            }
        }
        return bad;
    }

    private List<Object> collections(Class<?> raw, Type[] of) {
        List<Object> bad = new ArrayList<>();
        for (Object each : bad(of[0])) {
            if (raw == Map.class) {
                bad.add(Collections.singletonMap(each, good(of[1])));
            } else if (raw == Set.class) {
                bad.add(new HashSet<>(Collections.singleton(each)));
            } else if (raw != UnaryOperator.class) {
                bad.add(Collections.singletonList(each));
            }
        }
        if (raw == Map.class) {
            for (Object each : bad(of[1])) {
                bad.add(new HashMap<>(Collections.singletonMap(good(of[0]), each)));
            }
        }
        return bad;
    }

    private @Nullable Object[] goodComponents(Class<?> raw) {
        return Stream.of(raw.getRecordComponents())
                .map(RecordComponent::getGenericType)
                .map(this::good)
                .toArray();
    }

    private static @Nullable Object[] componentsOf(Entity entity) {
        return Stream.of(Entity.class.getRecordComponents())
                .map(component -> {
                    try {
                        return component.getAccessor().invoke(entity);
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(e.getMessage(), e);
                    }
                })
                .toArray();
    }

    private static Constructor<?> constructor(Class<?> raw) {
        return Stream.of(raw.getConstructors())
                .filter(each -> each.getParameterCount() == raw.getRecordComponents().length)
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable Object made(Constructor<?> constructor, @Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Selector selector(String text) {
        try {
            return Selector.parse(text);
        } catch (dev.restante.selector.SelectorSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Class<?> raw(Type type) {
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        return type instanceof WildcardType any ? raw(any.getUpperBounds()[0]) : (Class<?>) requireNonNull(type);
    }
}
