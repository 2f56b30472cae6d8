package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.model.BranchId;
import dev.restante.model.EntityOptions;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The types of arguments and results that may travel: numbers, texts, enums, records, sealed families of records and
 * collections of these, and a few classes that have a form of their own. Nothing else is ever made of what comes in,
 * and no class is named by it. Used by one thread, while the table of calls is made.
 */
final class WireTypes {

    /** Form of properties and of arguments with any of their types; the value may be null. */
    private static final WireType ANY = new WireType() {
        @Override
        public void write(ByteWriter to, @Nullable Object value) {
            to.writeValue(value);
        }

        @Override
        public @Nullable Object read(ByteReader from) {
            return from.readValue();
        }
    };

    private final Map<Type, WireType> known = new HashMap<>();

    /** What records, enums and families consist of, by their names. */
    private final Map<String, String> contents = new TreeMap<>();

    WireTypes() {
        give(long.class, ByteWriter::writeSigned, ByteReader::readSigned);
        give(int.class, (to, value) -> to.writeSigned(value), from -> Math.toIntExact(from.readSigned()));
        give(boolean.class, (to, value) -> to.writeValue(value), from -> (Boolean) requireNonNull(from.readValue()));
        give(double.class, (to, value) -> to.writeValue(value), from -> (Double) requireNonNull(from.readValue()));
        known.put(void.class, ANY);
        known.put(Object.class, ANY);
        own(Integer.class, (to, value) -> to.writeSigned(value), from -> Math.toIntExact(from.readSigned()));
        own(Long.class, ByteWriter::writeSigned, ByteReader::readSigned);
        own(String.class, ByteWriter::writeString, ByteReader::readString);
        own(byte[].class, ByteWriter::writeBytes, ByteReader::readBytes);
        own(Duration.class, WireTypes::writeDuration, WireTypes::readDuration);
        own(BranchId.class, (to, id) -> to.writeString(id.toString()), from -> BranchId.parse(from.readString()));
        own(Selector.class, (to, selector) -> to.writeString(selector.text()), WireTypes::readSelector);
        own(EntityOptions.class, WireTypes::writeOptions, WireTypes::readOptions);
    }

    private interface Writing<T> {
        void write(ByteWriter to, T value);
    }

    @SuppressWarnings("unchecked")
    private <T> void give(Type type, Writing<T> writing, Function<ByteReader, T> reading) {
        known.put(type, new WireType() {
            @Override
            public void write(ByteWriter to, @Nullable Object value) {
                writing.write(to, (T) requireNonNull(value));
            }

            @Override
            public Object read(ByteReader from) {
                return requireNonNull(reading.apply(from));
            }
        });
    }

    private <T> void own(Class<T> type, Writing<T> writing, Function<ByteReader, T> reading) {
        known.put(type, orNull(writing, reading));
    }

    /** A type whose values may be null. */
    @SuppressWarnings("unchecked")
    private static <T> WireType orNull(Writing<T> writing, Function<ByteReader, ? extends T> reading) {
        return new WireType() {
            @Override
            public void write(ByteWriter to, @Nullable Object value) {
                to.writeByte(value == null ? 0 : 1);
                if (value != null) {
                    writing.write(to, (T) value);
                }
            }

            @Override
            public @Nullable Object read(ByteReader from) {
                return from.readByte() == 0 ? null : reading.apply(from);
            }
        };
    }

    /**
     * The form of a type.
     *
     * @throws IllegalArgumentException if it has none
     */
    WireType of(Type type) {
        WireType form = known.get(type);
        if (form == null) {
            form = made(type);
            known.put(type, form);
        }
        return form;
    }

    private WireType made(Type type) {
        if (type instanceof ParameterizedType generic) {
            return madeOf((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        if (type instanceof WildcardType any) {
            return of(any.getUpperBounds()[0]);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return constants(plain);
        }
        if (plain.isRecord()) {
            return ofRecord(plain);
        }
        if (plain.isSealed()) {
            return family(plain);
        }
        throw new IllegalArgumentException(type + " has no form in which it could travel");
    }

    private WireType madeOf(Class<?> raw, Type[] arguments) {
        if (raw == List.class || raw == Collection.class) {
            WireType each = of(arguments[0]);
            return orNull(writingEach(each), from -> readInto(from, each, new ArrayList<>()));
        }
        if (raw == Set.class) {
            WireType each = of(arguments[0]);
            return orNull(writingEach(each), from -> readInto(from, each, new LinkedHashSet<>()));
        }
        if (raw == Map.class) {
            return map(of(arguments[0]), of(arguments[1]));
        }
        if (raw == Optional.class) {
            WireType content = of(arguments[0]);
            return WireTypes.<Optional<?>>orNull(
                    (to, value) -> content.write(to, value.orElse(null)),
                    from -> Optional.ofNullable(content.read(from)));
        }
        if (raw == UnaryOperator.class && arguments[0] == EntityStatus.class) {
            return WireTypes.<UnaryOperator<EntityStatus>>orNull(
                    WireTypes::writeStatusChange, WireTypes::readStatusChange);
        }
        throw new IllegalArgumentException(raw + " has no form in which it could travel");
    }

    private static Writing<Collection<?>> writingEach(WireType each) {
        return (to, values) -> {
            to.writeUnsigned(values.size());
            values.forEach(value -> each.write(to, value));
        };
    }

    private static Collection<Object> readInto(ByteReader from, WireType each, Collection<Object> values) {
        for (int left = from.readCount(1); left > 0; left--) {
            values.add(given(each.read(from), "element"));
        }
        return values;
    }

    private static WireType map(WireType keys, WireType values) {
        Writing<Map<?, ?>> writing = (to, map) -> {
            to.writeUnsigned(map.size());
            map.forEach((key, value) -> {
                keys.write(to, key);
                values.write(to, value);
            });
        };
        return orNull(writing, from -> {
            Map<Object, @Nullable Object> map = new LinkedHashMap<>();
            for (int left = from.readCount(2); left > 0; left--) {
                Object key = given(keys.read(from), "key");
                Object value = values.read(from);
                map.put(key, values == ANY ? value : given(value, "value"));
            }
            return map;
        });
    }

    private static Object given(@Nullable Object value, String what) {
        if (value == null) {
            throw new IllegalArgumentException("the " + what + " is missing");
        }
        return value;
    }

    /** Returns whether values of a type may be null. */
    static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    private WireType constants(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        contents.put(type.getSimpleName(), Arrays.toString(constants));
        return orNull((ByteWriter to, Enum<?> value) -> to.writeString(value.name()), from ->
                (Enum<?>) constant(type, constants, from.readString()));
    }

    private static Object constant(Class<?> type, Object[] constants, String name) {
        return Stream.of(constants)
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no such " + type.getSimpleName()));
    }

    private WireType ofRecord(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        StringJoiner content = new StringJoiner(", ", "(", ")");
        List<WireType> forms = new ArrayList<>();
        List<Class<?>> raw = new ArrayList<>();
        for (RecordComponent component : components) {
            content.add(component.getGenericType().getTypeName() + " " + component.getName());
            forms.add(of(component.getGenericType()));
            raw.add(component.getType());
        }
        contents.put(type.getSimpleName(), content.toString());
        Constructor<?> constructor;
        try {
            constructor = type.getConstructor(raw.toArray(Class[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no public constructor of all its components", e);
        }
        return orNull(
                (ByteWriter to, Object value) -> {
                    for (int i = 0; i < components.length; i++) {
                        forms.get(i).write(to, component(components[i].getAccessor(), value));
                    }
                },
                from -> {
                    @Nullable Object[] values = new Object[components.length];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = forms.get(i).read(from);
                        if (!isNullable(components[i].getAccessor().getAnnotatedReturnType())) {
                            given(values[i], components[i].getName() + " of the " + type.getSimpleName());
                        }
                    }
                    return made(constructor, values);
                });
    }

    private static @Nullable Object component(Method accessor, Object value) {
        try {
            return accessor.invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessor + " can't be read", e);
        }
    }

    private static Object made(Constructor<?> constructor, @Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "no " + constructor.getDeclaringClass().getSimpleName() + " has such values: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(constructor + " can't be called", e);
        }
    }

    private WireType family(Class<?> type) {
        Class<?>[] kinds = type.getPermittedSubclasses();
        Arrays.sort(kinds, Comparator.comparing(Class::getName));
        List<WireType> forms = Stream.of(kinds).map(this::of).toList();
        contents.put(
                type.getSimpleName(),
                Stream.of(kinds).map(Class::getSimpleName).toList().toString());
        return orNull(
                (ByteWriter to, Object value) -> {
                    int kind = Arrays.asList(kinds).indexOf(value.getClass());
                    to.writeByte(kind);
                    forms.get(kind).write(to, value);
                },
                from -> {
                    int kind = from.readByte();
                    if (kind >= kinds.length) {
                        throw new IllegalArgumentException("there is no such kind of " + type.getSimpleName());
                    }
                    return requireNonNull(forms.get(kind).read(from));
                });
    }

    private static void writeDuration(ByteWriter to, Duration value) {
        to.writeSigned(value.getSeconds());
        to.writeSigned(value.getNano());
    }

    private static Duration readDuration(ByteReader from) {
        return Duration.ofSeconds(from.readSigned(), from.readSigned());
    }

    private static Selector readSelector(ByteReader from) {
        try {
            return Selector.parse(from.readString());
        } catch (SelectorSyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The values that were set, in the order of the table; of thousands of queues most have the defaults. */
    private static void writeOptions(ByteWriter to, EntityOptions options) {
        boolean byDefault = options.equals(EntityOptions.DEFAULT);
        to.writeByte(byDefault ? 0 : 1);
        if (!byDefault) {
            QueueOption.all().forEach(option -> writeOption(to, options, option));
        }
    }

    private static <T> void writeOption(ByteWriter to, EntityOptions options, QueueOption<T> option) {
        T own = options.own(option);
        to.writeValue(own == null ? null : option.format(own));
    }

    private static EntityOptions readOptions(ByteReader from) {
        if (from.readByte() == 0) {
            return EntityOptions.DEFAULT;
        }
        Map<QueueOption<?>, @Nullable Object> values = new HashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            String text = (String) from.readValue();
            values.put(option, text == null ? null : option.parse(text));
        }
        return EntityOptions.DEFAULT.with(values);
    }

    /** As a table: a function can't travel, but there are few statuses. */
    private static void writeStatusChange(ByteWriter to, UnaryOperator<EntityStatus> change) {
        for (EntityStatus before : EntityStatus.values()) {
            to.writeString(change.apply(before).name());
        }
    }

    private static UnaryOperator<EntityStatus> readStatusChange(ByteReader from) {
        Map<EntityStatus, EntityStatus> table = new EnumMap<>(EntityStatus.class);
        for (EntityStatus before : EntityStatus.values()) {
            table.put(before, EntityStatus.valueOf(from.readString()));
        }
        return before -> requireNonNull(table.get(before));
    }

    /** What the types consist of, by their names: two versions that differ in it don't understand each other. */
    Map<String, String> contents() {
        contents.put(
                EntityOptions.class.getSimpleName(),
                QueueOption.all().stream().map(QueueOption::name).toList().toString());
        contents.put(EntityStatus.class.getSimpleName(), Arrays.toString(EntityStatus.values()));
        return Collections.unmodifiableMap(contents);
    }
}
