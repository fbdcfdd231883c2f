/**
 * What a run is measured by: fair shares of device time, worked out offline from what each
 * application does alone, what the device really works for each I/O, and what all of them do
 * together when nobody limits them; what static limits could reach; and how calm the limits were.
 */
@NullMarked
package io.oasis.lab.zoo.judge;

import org.jspecify.annotations.NullMarked;
