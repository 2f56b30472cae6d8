package dev.restante.store.jdbc.plan;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reader of the strings in the constant pool of a class: literals and the pieces of concatenations. */
public final class ClassStrings {

    private static final int UTF8 = 1;

    private ClassStrings() {}

    public static List<String> of(Class<?> owner) throws IOException {
        String resource = "/" + owner.getName().replace('.', '/') + ".class";
        try (InputStream stream = owner.getResourceAsStream(resource);
                DataInputStream in = new DataInputStream(stream)) {
            in.readInt();
            in.readInt();
            int entries = in.readUnsignedShort();
            List<String> strings = new ArrayList<>();
            for (int entry = 1; entry < entries; entry++) {
                int tag = in.readUnsignedByte();
                if (tag == UTF8) {
                    // These characters stand for the values in a concatenation.
                    Stream.of(in.readUTF().split("[\u0001\u0002]"))
                            .map(String::strip)
                            .forEach(strings::add);
                    continue;
                }
                in.skipNBytes(bytes(tag));
                if (tag == 5 || tag == 6) {
                    entry++;
                }
            }
            return strings;
        }
    }

    /** Returns the number of bytes behind the tag of an entry. */
    private static int bytes(int tag) {
        return switch (tag) {
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            default -> throw new IllegalArgumentException("the tag " + tag + " is unknown");
        };
    }
}
